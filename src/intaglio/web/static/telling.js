// What all screens share: making elements, telling, asking the server, the preview before anything is kept.
// Nothing here makes markup of text: elements are made one by one, and all that pages say is set as text.

export const $ = (query, within = document) => within.querySelector(query)
export const $$ = (query, within = document) => [...within.querySelectorAll(query)]

export function make(name, facts = {}, ...children) {
  const made = document.createElement(name)
  for (const [key, value] of Object.entries(facts)) {
    if (key === 'class') made.className = value
    else if (key.startsWith('on')) made.addEventListener(key.slice(2), value)
    else if (value !== false && value != null) made.setAttribute(key, value === true ? '' : value)
  }
  made.append(...children.filter(one => one != null))
  return made
}

// What is told at the foot of the screen

let hiding
export function tell(words, {bad = false, undo = null} = {}) {
  const toast = make('div', {class: bad ? 'toast bad' : 'toast'}, words)
  if (undo) toast.append(make('button', {onclick: () => takeBack(undo)}, 'Undo'))
  $('#told').replaceChildren(toast)
  clearTimeout(hiding)
  hiding = setTimeout(() => $('#told').replaceChildren(), bad ? 12000 : 7000)
}

// Who goes by keys finds the focus again where it was before a screen is made anew

const focusable = () => $$('a[href], button, input, select, summary, [tabindex]')
let byKeys = false
addEventListener('keydown', () => { byKeys = true }, true)
addEventListener('pointerdown', () => { byKeys = false }, true)
let opener = null

export function tellAfterReload(words, undo, onwards) {
  sessionStorage.setItem('told', JSON.stringify({words, undo}))
  const at = byKeys && !onwards ? focusable().indexOf(opener ?? document.activeElement) : -1
  if (at >= 0) sessionStorage.setItem('focused', at)
  if (undo) sessionStorage.setItem('last', undo)
  if (!onwards) sessionStorage.setItem('scrolled', JSON.stringify($$('.pane, .grid-wrap').map(pane => [pane.scrollLeft, pane.scrollTop])))
  if (onwards) location.assign(onwards)
  else location.reload()
}

export function tellKept() {
  const kept = sessionStorage.getItem('told')
  const scrolled = JSON.parse(sessionStorage.getItem('scrolled') ?? '[]')
  const focused = sessionStorage.getItem('focused')
  sessionStorage.removeItem('focused')
  if (focused !== null) focusable()[focused]?.focus({preventScroll: true})
  sessionStorage.removeItem('told')
  sessionStorage.removeItem('scrolled')
  $$('.pane, .grid-wrap').forEach((pane, at) => scrolled[at] && pane.scrollTo(...scrolled[at]))
  if (kept) { const {words, undo} = JSON.parse(kept); tell(words, {undo}) }
}

// Asking the server

export async function ask(name, content) {
  const answer = await fetch(`/do/${name}`, {
    method: 'POST', headers: {'content-type': 'application/json'}, body: JSON.stringify(content),
  })
  const found = await answer.json().catch(() => ({error: `the inspector answered ${answer.status}`}))
  if (!answer.ok) throw new Error(found.error)
  return found
}

export const telling = work => async (...given) => {
  try { return await work(...given) } catch (error) { tell(error.message, {bad: true}) }
}

export const takeBack = telling(async number => {
  await ask('undo', {correction: Number(number)})
  sessionStorage.removeItem('last')
  tellAfterReload(`Number ${number} is taken back.`)
})

export const correct = correction => propose(correction, () => ask('correct', correction))

// What would change is shown before anything is kept

export const propose = telling(async (content, keep, onwards) => preview(await ask('preview', content), keep, onwards))

export function preview({words, rows, of, ten, what}, keep, onwards) {
  opener = document.activeElement
  const body = $('#preview-body')
  body.replaceChildren(
    make('p', {}, `${words}.`),
    make('p', {class: 'soft'}, `${rows.toLocaleString('en')} of ${of.toLocaleString('en')} ${what} ${rows === 1 ? 'is' : 'are'} concerned${!ten.length ? '.' : ten.length < rows ? '; here are some.' : ':'}`),
  )
  if (ten.length) {
    const changes = ten.some(one => one.after !== null && one.after !== one.before)
    body.append(make('table', {}, make('tbody', {}, ...ten.map(one => make('tr', {},
      make('td', {class: 'anywhere'}, one.title ?? ''), make('td', {class: 'anywhere soft'}, one.before ?? '–'),
      changes ? make('td', {class: 'anywhere after'}, one.after ?? '–') : null)))))
  }
  $('#preview-keep').onclick = telling(async () => {
    $('#preview-keep').disabled = true
    try {
      const {kept} = await keep()
      tellAfterReload(`Kept: ${words}.`, kept?.id, onwards)
    } finally { $('#preview-keep').disabled = false; $('#preview').close() }
  })
  $('#preview').showModal()
  $('#preview-keep').focus()
}

// What changes one cell is shown in a line at the foot; Enter keeps it, or saying it again, and going elsewhere drops it

let offered = null
export function offer({words, rows, of, ten, what}, asked, keep) {
  const [{title, before}] = ten
  const drop = () => { offered = null; $('#told').replaceChildren() }
  offered = {asked, drop, keep: () => { drop(); keep() }}
  clearTimeout(hiding)
  $('#told').replaceChildren(make('div', {class: 'toast offer', role: 'group', 'aria-label': 'Before it is kept'},
    make('span', {}, `${words} · ${rows} of ${of.toLocaleString('en')} ${what}: `, make('b', {class: 'anywhere'}, `${title}, ${before ?? 'nothing'}`)),
    make('button', {type: 'button', onclick: offered.keep}, 'Keep ', make('kbd', {}, 'Enter')), make('button', {type: 'button', onclick: drop}, 'Drop ', make('kbd', {}, 'Esc'))))
}
offer.repeated = asked => {
  if (offered?.asked !== asked) return false
  offered.keep()
  return true
}
export function inOffer(event) {
  if (!offered || event.target.closest?.('#told') || !['Enter', 'Escape'].includes(event.key)) return false
  if (event.key === 'Enter') offered.keep()
  else offered.drop()
  return true
}
addEventListener('focusin', event => { if (!event.target.closest('#told')) offered?.drop() })

// A small dialog that asks for a name or a choice

export function askFor(title, field, then) {
  opener = document.activeElement
  const box = make('dialog', {'aria-label': title}, make('h2', {}, title), make('form', {method: 'dialog'},
    make('div', {class: 'field-row'}, field),
    make('div', {class: 'buttons'}, make('button', {type: 'button', onclick: () => box.close()}, 'Cancel'), make('button', {class: 'main', value: 'yes'}, 'Preview'))))
  field.addEventListener('keydown', event => { if (event.key === 'Enter' && !event.isComposing) { event.preventDefault(); $('button.main', box).click() } })
  box.addEventListener('close', () => { if (box.returnValue === 'yes' && field.value.trim()) then(field.value.trim()); box.remove() })
  document.body.append(box)
  box.showModal()
  field.focus()
  field.select?.()
}
