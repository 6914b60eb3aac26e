// The page: its picture with boxes, or the safe view in a frame that only hears fragments

import {$, $$, correct, make} from './telling.js'

export const sheet = $('[data-sheet]'), frame = $('[data-frame]'), bench = $('.bench')

// A frame is led elsewhere without a step in the browser's history: hovering is no step
let shown = frame?.src
function lead(address) {
  shown = address
  frame.contentWindow.location.replace(address)
}

export function lightTexts(numbers, {all = false, images = []} = {}) {
  if (sheet) {
    $$('[data-text]', sheet).forEach(box => box.classList.toggle('on', numbers.includes(box.dataset.text)))
    $$('[data-image]', sheet).forEach(box => box.classList.toggle('on', images.includes(box.dataset.image)))
    const first = $('.text.on', sheet)
    if (first && !isSeen(first, sheet.closest('.pane'))) first.scrollIntoView({block: 'center', behavior: 'smooth'})
  }
  if (frame && (numbers.length || images.length)) {  // a fragment lights one; for several the frame is asked for again
    const address = new URL(shown)
    if (all) address.searchParams.set('lit', numbers.join(','))
    address.hash = numbers.length ? `t${numbers[0]}` : `e${images[0]}`
    lead(address.href)
  }
}

function isSeen(box, pane) {
  const one = box.getBoundingClientRect(), around = pane.getBoundingClientRect()
  return one.top >= around.top && one.bottom <= around.bottom
}

function setLight(on) {
  $$('[data-light]').forEach(button => button.setAttribute('aria-pressed', on))
  sheet?.classList.toggle('lit', on)
  if (frame) lead(shown.replace(/([?&])view=\w+/, `$1view=${on ? 'light' : 'plain'}`))
  const address = new URL(location)
  address.searchParams.set('light', on ? '1' : '0')
  history.replaceState(null, '', address)
  $$('.strip a').forEach(link => { const to = new URL(link.href); to.searchParams.set('light', on ? '1' : '0'); link.href = to })
}
$$('[data-light]').forEach(button => button.addEventListener('click', () => setLight(button.getAttribute('aria-pressed') !== 'true')))

// What is only passed over is not lit
function lightSoon(one, light) {
  let waiting
  one.addEventListener('mouseenter', () => { waiting = setTimeout(light, frame ? 250 : 40) })
  one.addEventListener('mouseleave', () => clearTimeout(waiting))
}

const numbersIn = list => (list ?? '').split(',').filter(Boolean)
const textsOf = one => numbersIn(one.dataset.texts), imagesOf = one => numbersIn(one.dataset.images)
function lightLine(one) {
  $$('[data-texts].on').forEach(other => other.classList.toggle('on', other === one))
  one?.classList.add('on')
}
$$('[data-texts]').forEach(one => {
  const light = () => { if (textsOf(one).length || imagesOf(one).length) { lightLine(one); lightTexts(textsOf(one), {images: imagesOf(one)}) } }
  lightSoon(one, light)
  one.addEventListener('focusin', light)
})
if (sheet) {
  sheet.addEventListener('mouseover', event => {
    const {text, image} = event.target.dataset
    if (!text && !image) return
    const owner = $$('[data-texts]').find(one => text ? textsOf(one).includes(text) : imagesOf(one).includes(image))
    lightLine(owner)
    owner?.scrollIntoView({block: 'nearest'})
    lightTexts(owner ? textsOf(owner) : [text], {images: owner ? imagesOf(owner) : [image]})
  })
}

// Areas: tree and page light one another; the chosen one has its properties shown

function chooseArea(number) {
  $$('[data-area]').forEach(one => one.classList.toggle('on', one.dataset.area === String(number)))
  const item = $(`li[data-area="${CSS.escape(number)}"]`), box = sheet && $(`rect[data-area="${CSS.escape(number)}"]`, sheet)
  item?.scrollIntoView({block: 'nearest'})
  if (box && !isSeen(box, sheet.closest('.pane'))) box.scrollIntoView({block: 'nearest', behavior: 'smooth'})
  if (item) lightTexts(lightsOf(item), {all: true})
  const panel = $('#properties')
  if (!panel || !item) return
  panel.replaceChildren(...aboutArea(Number(number), item))
  const address = new URL(location)
  address.searchParams.set('area', number)
  history.replaceState(null, '', address)
}
const lightsOf = one => numbersIn(one.dataset.lights)

function aboutArea(area, item) {
  const {role, list, body, confidence, rect, facts, content} = item.dataset
  const say = (what, value) => correct({what, value, target: {places: [[bench.dataset.site, bench.dataset.template, null]], area}, examples: []})
  const roles = make('select', {'aria-label': 'Role of the area'}, ...['', 'headline', 'body', 'list', 'menu', 'footer', 'advertisement'].map(one =>
    make('option', {value: one, selected: one === role}, one || 'no role')))
  roles.addEventListener('change', () => say('role', roles.value || null))
  const either = (what, said, yes, no) => make('span', {class: 'pair', role: 'group', 'aria-label': what}, ...[['true', yes], ['false', no]].map(([value, words]) =>
    make('button', {type: 'button', class: value === 'true' ? 'yes' : 'no', 'aria-pressed': String(said === value), onclick: () => say(what, value === 'true')}, words)))
  const sure = confidence && `confidence ${Math.round(100 * Number(confidence))} %`
  const more = Object.entries(JSON.parse(facts)).map(([name, value]) => `${name} ${value}`)
  return [
    make('div', {class: 'saying'}, make('b', {}, `Area ${area}`), roles, either('list', list, 'a list', 'no list'), either('body', body, 'content', 'no content')),
    make('p', {class: 'about'}, [sure, rect && `at ${rect}`, ...more].filter(Boolean).join(' · ')),
    content ? make('p', {class: 'content anywhere'}, content) : null,
  ].filter(Boolean)
}
$$('[data-area]').forEach(one => {
  one.addEventListener('mouseenter', () => $$(`[data-area="${CSS.escape(one.dataset.area)}"]`).forEach(twin => twin.classList.add('near')))
  one.addEventListener('mouseleave', () => $$('.near').forEach(twin => twin.classList.remove('near')))
  if (frame && lightsOf(one).length) lightSoon(one, () => lightTexts(lightsOf(one)))
  one.addEventListener('click', () => chooseArea(one.dataset.area))
  one.addEventListener('keydown', event => { if (event.key === 'Enter') chooseArea(one.dataset.area) })
})
$$('[data-tab]').forEach(tab => tab.addEventListener('click', () => {
  $$('[data-tab]').forEach(one => one.setAttribute('aria-selected', one === tab))
  $$('[data-panel]').forEach(panel => { panel.hidden = panel.dataset.panel !== tab.dataset.tab })
  const address = new URL(location)
  address.searchParams.set('tree', tab.dataset.tab)
  history.replaceState(null, '', address)
}))

// A page is opened where its own content begins, not at menus that all have; or at the area that the address names

const first = sheet && $('.text', sheet), pane = sheet?.closest('.pane'), named = new URL(location).searchParams.get('area')
if (first && pane.scrollHeight > pane.clientHeight) {
  const down = first.getBoundingClientRect().top - pane.getBoundingClientRect().top
  if (down > .6 * pane.clientHeight) pane.scrollTop = down - .3 * pane.clientHeight
}
if (named !== null && $('#properties')) chooseArea(named)
