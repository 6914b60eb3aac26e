// Cells that are right or wrong, where the right value stands, and the queue's questions.

import {$, $$, ask, correct, propose, tell, tellAfterReload, telling} from './telling.js'
import {bench, lightTexts, sheet} from './page_view.js'

// Cells: right, wrong, and where the right one is

const mark = telling(async (kind, column, capture, value) => {
  const {kept, words} = await ask('mark', {kind, column, capture: Number(capture), value})
  tellAfterReload(words, kept.id)
})
export const markInPlace = telling(async (cell, value) => {
  const {kept, words} = await ask('mark', {kind: $('.grid').dataset.kind, column: cell.dataset.column, capture: Number(cell.closest('tr').dataset.capture), value})
  cell.classList.remove('right', 'wrong')
  cell.classList.add(value)
  sessionStorage.setItem('last', kept.id)
  tell(words, {undo: kept.id})
})
$$('[data-mark]').forEach(button => button.addEventListener('click', () => {
  const field = button.closest('[data-column]')
  if (button.dataset.mark === 'wrong') {
    const address = new URL(location)
    address.searchParams.set('show', 'text')
    address.searchParams.set('pick', field.dataset.column)
    ask('mark', {kind: bench.dataset.kind, column: field.dataset.column, capture: Number(bench.dataset.capture), value: 'wrong'})
      .then(({kept, words}) => { sessionStorage.setItem('last', kept.id); sessionStorage.setItem('told', JSON.stringify({words, undo: kept.id})); location.assign(address) })
      .catch(error => tell(error.message, {bad: true}))
  } else mark(bench.dataset.kind, field.dataset.column, bench.dataset.capture, 'right')
}))

// "The right one is there": a click on the picture, in the list of texts, or on the safe view. That frame has no script:
// its texts are links to this very address with their number behind it, which leads nowhere, and is heard here.

if (bench?.dataset.pick) {
  const pick = number => {
    const item = $(`.texts li[data-texts="${CSS.escape(number)}"]`)
    if (!item) return
    const said = {kind: bench.dataset.kind, column: bench.dataset.pick, capture: Number(bench.dataset.capture), value: 'right', rightly: item.firstChild.textContent.trim()}
    propose({mark: said}, () => ask('mark', said), `/pages/${bench.dataset.capture}`)
  }
  history.replaceState(null, '', bench.dataset.point)
  addEventListener('hashchange', () => {
    const [, number] = location.hash.match(/^#t(\d+)$/) ?? []
    history.replaceState(null, '', bench.dataset.point)
    if (number) pick(number)
  })
  $$('.texts li').forEach(one => {
    one.addEventListener('click', () => pick(one.dataset.texts))
    one.addEventListener('keydown', event => { if (event.key === 'Enter') pick(one.dataset.texts) })
  })
  sheet?.addEventListener('click', event => {
    const box = event.target.closest?.('[data-text]')
    if (box) pick(box.dataset.text)
  })
}
$$('[data-case]').forEach(button => button.addEventListener('click', telling(async () => {
  const {kept} = await ask('case', {capture: Number(button.dataset.case)})
  tellAfterReload(`${kept} cells of this page are kept as cases.`)
})))

// Queue: one question at a time

const asking = $('[data-question]')
const answer = telling(async button => {
  const content = JSON.parse(button.dataset.answer)
  if (asking.dataset.sort === 'kinds') return correct(content)
  const {kept, words} = await ask('mark', content)
  tellAfterReload(words, kept.id)
})
function passOver() {
  const address = new URL(location)
  address.searchParams.set('skip', [address.searchParams.get('skip'), asking.dataset.question].filter(Boolean).join(','))
  location.assign(address)
}
$$('[data-answer]').forEach(button => button.addEventListener('click', () => answer(button)))
$$('[data-skip]').forEach(button => button.addEventListener('click', passOver))
if (asking && bench?.dataset.lit) lightTexts(bench.dataset.lit.split(','))
export function inQueue(event) {
  if (!asking || event.target.closest('button, a, summary')) return false
  const [yes, no] = $$('[data-answer]')
  const act = {a: () => answer(yes), x: () => answer(no), ' ': passOver}[event.key]
  act?.()
  return Boolean(act)
}
