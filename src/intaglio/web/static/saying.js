// What people say on kinds, fields, articles and in the log.

import {$, $$, ask, askFor, correct, make, propose, takeBack, tellAfterReload, telling} from './telling.js'
import {bench} from './page_view.js'

// Kinds

$$('article[data-kind]').forEach(card => {
  const target = () => ({kind: card.dataset.kind, places: JSON.parse(card.dataset.places).map(id => [card.dataset.site, id, null])})
  $('[data-name-kind]', card)?.addEventListener('click', () => askFor(`Name for ${card.dataset.name}`, make('input', {type: 'text', value: card.dataset.name, 'aria-label': 'Name'}), value =>
    correct({what: 'name-kind', value, target: target(), examples: []})))
  const merge = $('[data-merge-kind]', card)
  merge?.addEventListener('click', () => {
    const choice = make('select', {'aria-label': 'Kind to take in'}, ...[...$('#kind-names').content.children].filter(one => one.value !== card.dataset.kind).map(one => one.cloneNode(true)))
    if (merge.dataset.nearest) choice.value = merge.dataset.nearest
    askFor(`Take into ${card.dataset.name}`, choice, value => correct({what: 'merge-kind', value, target: target(), examples: []}))
  })
  $('[data-ignore-kind]', card)?.addEventListener('click', event =>
    correct({what: 'ignore-kind', value: event.currentTarget.dataset.ignored === '0', target: target(), examples: []}))
  $$('[data-split]', card).forEach(button => button.addEventListener('click', () =>
    correct({what: 'split-kind', value: true, target: {places: [[button.dataset.site, button.dataset.split, null]]}, examples: []})))
})

// Fields

$$('tr[data-column]').forEach(row => {
  const said = (what, value) => correct({what, value, examples: [], target: {
    kind: bench.dataset.kind, column: row.dataset.column, places: JSON.parse(row.dataset.places)}})
  const name = $('[data-rename]', row)
  name?.addEventListener('click', () => {
    const field = make('input', {type: 'text', value: row.dataset.name, 'aria-label': `New name of ${row.dataset.name}`})
    let done = false
    const back = () => { if (!done) { done = true; field.replaceWith(name) } }
    field.addEventListener('keydown', event => {
      if (event.key !== 'Escape' && event.key !== 'Enter') return
      event.preventDefault()  // else the key presses the button that has the focus then
      const value = field.value.trim()
      back()
      name.focus()
      if (event.key === 'Enter' && value && value !== row.dataset.name) said('rename', value)
    })
    field.addEventListener('blur', back)
    name.replaceWith(field)
    field.focus()
    field.select()
  })
  $('[data-type]', row)?.addEventListener('change', event => said('type', event.currentTarget.value))
  $('[data-merge-column]', row)?.addEventListener('click', () => {
    const others = $$('tr[data-column]').filter(one => one !== row && !one.classList.contains('out'))
    const choice = make('select', {'aria-label': 'Column to take in'}, ...others.map(one => make('option', {value: one.dataset.column}, `${one.dataset.name} – ${JSON.parse(one.dataset.examples)[0] ?? ''}`.slice(0, 60))))
    askFor(`Take into ${row.dataset.name}`, choice, value => said('merge-column', value))
  })
  $('[data-hide]', row)?.addEventListener('click', event => said('hide', event.currentTarget.dataset.hide === '1'))
  $('[data-main]', row)?.addEventListener('click', event => said('main', event.currentTarget.dataset.main === '1'))
})

// Article: what stands at a place is content on all pages of the template, or on none

export const sayBody = (place, value) => correct({what: 'body', value, target: {
  places: [[bench.dataset.site, bench.dataset.template, null]], block: place.dataset.place}, examples: []})
const firstIn = $('.places .in'), list = firstIn?.closest('.pane')
if (list) list.scrollTop = firstIn.getBoundingClientRect().top - list.getBoundingClientRect().top - 60
$$('button[data-body]').forEach(button => button.addEventListener('click', () => sayBody(button.closest('[data-place]'), button.dataset.body === '1')))

// Log

$$('[data-undo]').forEach(button => button.addEventListener('click', () => takeBack(button.dataset.undo)))
$$('[data-write]').forEach(button => button.addEventListener('click', telling(async () => {
  button.disabled = true
  await ask('write', {})
  tellAfterReload('The files are written.')
})))
$$('[data-import]').forEach(field => field.addEventListener('change', telling(async () => {
  const said = {lines: await field.files[0].text()}
  field.value = ''  // so that the same file can be chosen again
  await propose(said, () => ask('import', said))
})))
