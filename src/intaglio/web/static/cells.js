// Cells that are right or wrong, where the right value stands, and the queue's questions.

import {$, $$, ask, correct, offer, preview, propose, tell, tellAfterReload, telling} from './telling.js'
import {bench, lightTexts, sheet} from './page_view.js'

// Cells: right, wrong, and where the right one is

// A mark is shown before it is kept: at the foot, where it is of its cell alone; where other rows change, in a dialog
const foresee = said => ask('preview', {mark: said})
const keep = telling(async (said, then) => {
  const {kept, words} = await ask('mark', said)
  then(words, kept.id)
})
const mark = telling(async (said, then, onwards) => {
  const asked = JSON.stringify(said)
  if (offer.repeated(asked)) return
  const changes = await foresee(said)
  if (changes.alone) offer(changes, asked, () => keep(said, then))
  else preview(changes, () => ask('mark', said), onwards)
})
export function markInPlace(cell, value) {
  const said = {kind: $('.grid').dataset.kind, column: cell.dataset.column, capture: Number(cell.closest('tr').dataset.capture), value}
  mark(said, (words, undo) => {
    cell.classList.remove('right', 'wrong')
    cell.classList.add(value)
    sessionStorage.setItem('last', undo)
    tell(words, {undo})
  })
}
export function markField(field, value) {
  const said = {kind: bench.dataset.kind, column: field.dataset.column, capture: Number(bench.dataset.capture), value}
  const address = new URL(location)
  address.searchParams.set('show', 'text')
  address.searchParams.set('pick', field.dataset.column)
  const onwards = value === 'wrong' ? address : undefined
  mark(said, (words, undo) => tellAfterReload(words, undo, onwards), onwards)
}
$$('[data-mark]').forEach(button => button.addEventListener('click', () => markField(button.closest('[data-column]'), button.dataset.mark)))

// "The right one is there": a click on the picture, in the list of texts, or on the safe view. That frame has no script:
// its texts are links to this very address with their number behind it, which leads nowhere, and is heard here.

if (bench?.dataset.pick) {
  const pick = number => {
    const item = $(`.texts li[data-texts="${CSS.escape(number)}"]`)
    if (!item) return
    const said = {kind: bench.dataset.kind, column: bench.dataset.pick, capture: Number(bench.dataset.capture), value: 'right', rightly: item.firstChild.textContent.trim()}
    propose({mark: said}, () => ask('mark', said), `/pages/${bench.dataset.capture}`)
  }
  const note = $('#pointing'), list = $('.texts')?.closest('.pane'), own = $('.texts .varies ~ .varies')
  if (own) list.scrollTop = own.getBoundingClientRect().top - list.getBoundingClientRect().top - .3 * list.clientHeight
  note.focus({preventScroll: true})
  addEventListener('keydown', event => { if (event.key === 'Escape' && !$('dialog[open]')) location.assign($('[data-leave]').href) })
  history.replaceState(null, '', bench.dataset.point)
  addEventListener('hashchange', () => {
    const [, number] = location.hash.match(/^#t(\d+)$/) ?? []
    history.replaceState(null, '', bench.dataset.point)
    note.focus({preventScroll: true})  // a click has put it into the frame, where keys are not heard
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
$$('[data-case]').forEach(button => button.addEventListener('click', () => {
  const said = {case: Number(button.dataset.case)}
  propose(said, () => ask('case', said))
}))

// Queue: one question at a time

const asking = $('[data-question]')
const saidBy = button => JSON.parse(button.dataset.answer)
const foreseen = asking?.dataset.sort === 'cell' ? $$('[data-answer]').map(button => foresee(saidBy(button))) : []
const answer = telling(async button => {
  const said = saidBy(button)
  if (asking.dataset.sort === 'kinds') { correct(said); return }
  const changes = await foreseen[$$('[data-answer]').indexOf(button)]
  if (changes.alone) keep(said, tellAfterReload)
  else preview(changes, () => ask('mark', said))
})
// What both answers change is told before either is given
telling(async () => {
  const [yes, no] = await Promise.all(foreseen)
  if (!yes) return
  const told = ({words, rows, of}) => `${words} · ${rows.toLocaleString('en')} of ${of.toLocaleString('en')} rows`
  $('#foreseen').textContent = yes.alone && no.alone ? `Either answer marks this cell alone, in 1 of ${yes.of.toLocaleString('en')} rows.` : `Right: ${told(yes)}. Wrong: ${told(no)}.`
})()
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
