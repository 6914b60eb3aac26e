// The inspector's script begins here: forms, dialogs and keys. What screens share is in telling.js.

import {$, $$, inOffer, takeBack, tell, tellKept} from './telling.js'
import {sayBody} from './saying.js'
import {inQueue, markField, markInPlace} from './cells.js'

// Forms that act at once, dialogs, keys

$$('[data-submit]').forEach(field => field.addEventListener('change', () => field.form.requestSubmit()))
$('#filters')?.addEventListener('formdata', event => { for (const [name, value] of [...event.formData]) if (!value) event.formData.delete(name) })
$$('[data-close]').forEach(button => button.addEventListener('click', () => button.closest('dialog').close()))
$$('[data-keys]').forEach(button => button.addEventListener('click', () => $('#keys').showModal()))

let before = ''
const going = {h: '/', k: '/kinds', q: '/queue', c: '/changes', l: '/log', s: '/search'}
const keys = {
  '/': () => $('#search-box').focus(),
  '?': () => $('#keys').showModal(),
  d: () => $('[data-light]')?.click(),
  u: () => sessionStorage.getItem('last') ? takeBack(sessionStorage.getItem('last')) : tell('There is nothing to take back.'),
  j: () => step(1),
  k: () => step(-1),
}

function step(by) {
  const lines = $$('[data-line], tr[data-column], li[data-area], .record .field, .texts li, [data-place]').filter(one => one.checkVisibility())
  const at = lines.indexOf(document.activeElement)
  const next = lines[Math.max(0, Math.min(lines.length - 1, at < 0 ? 0 : at + by))]
  next?.focus()
}

function inPlaces(event) {
  const place = event.target.closest?.('[data-place]')
  if (!place || (event.key !== 'a' && event.key !== 'x')) return false
  sayBody(place, event.key === 'a')
  return true
}

function inRecord(event) {
  const field = event.target.closest?.('.record .field[data-column]')
  if (!field || (event.key !== 'a' && event.key !== 'x')) return false
  markField(field, event.key === 'a' ? 'right' : 'wrong')
  return true
}

function inGrid(event) {
  const cell = event.target.closest?.('.grid td')
  if (!cell) return false
  const row = cell.parentElement, at = [...row.children].indexOf(cell)
  const goal = {ArrowRight: cell.nextElementSibling, ArrowLeft: cell.previousElementSibling, ArrowDown: row.nextElementSibling?.children[at], ArrowUp: row.previousElementSibling?.children[at]}[event.key]
  if (goal && goal.matches('td')) { goal.focus(); return true }
  if (event.key === 'a' || event.key === 'x') { markInPlace(cell, event.key === 'a' ? 'right' : 'wrong'); return true }
  if (event.key === 'Enter') { location.assign(`/pages/${row.dataset.capture}`); return true }
  return event.key.startsWith('Arrow')
}
$$('.grid td').forEach(cell => cell.addEventListener('click', () => cell.focus()))
$('.grid tbody td')?.setAttribute('tabindex', '0')

document.addEventListener('keydown', event => {
  if (event.ctrlKey || event.metaKey || event.altKey || event.target.matches('input, select, textarea') || $('dialog[open]')) return
  if (inOffer(event) || inPlaces(event) || inRecord(event) || inGrid(event) || inQueue(event)) { event.preventDefault(); return }
  const go = before === 'g' && going[event.key]
  before = event.key
  if (go) location.assign(go)
  else if (keys[event.key]) { event.preventDefault(); keys[event.key]() }
})

tellKept()
