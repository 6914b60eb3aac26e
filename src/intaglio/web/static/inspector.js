// The inspector's one script: keys, light, hover from field to page and back, corrections with a preview.
// Nothing here makes markup of text: elements are made one by one, and all that pages say is set as text.

const $ = (query, within = document) => within.querySelector(query)
const $$ = (query, within = document) => [...within.querySelectorAll(query)]

function make(name, facts = {}, ...children) {
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
function tell(words, {bad = false, undo = null} = {}) {
  const toast = make('div', {class: bad ? 'toast bad' : 'toast'}, words)
  if (undo) toast.append(make('button', {onclick: () => takeBack(undo)}, 'Undo'))
  $('#told').replaceChildren(toast)
  clearTimeout(hiding)
  hiding = setTimeout(() => $('#told').replaceChildren(), bad ? 12000 : 7000)
}

function tellAfterReload(words, undo) {
  sessionStorage.setItem('told', JSON.stringify({words, undo}))
  if (undo) sessionStorage.setItem('last', undo)
  sessionStorage.setItem('scrolled', JSON.stringify($$('.pane, .grid-wrap').map(pane => [pane.scrollLeft, pane.scrollTop])))
  location.reload()
}

function tellKept() {
  const kept = sessionStorage.getItem('told')
  const scrolled = JSON.parse(sessionStorage.getItem('scrolled') ?? '[]')
  sessionStorage.removeItem('told')
  sessionStorage.removeItem('scrolled')
  $$('.pane, .grid-wrap').forEach((pane, at) => scrolled[at] && pane.scrollTo(...scrolled[at]))
  if (kept) { const {words, undo} = JSON.parse(kept); tell(words, {undo}) }
}

// Asking the server

async function ask(name, content) {
  const answer = await fetch(`/do/${name}`, {
    method: 'POST', headers: {'content-type': 'application/json'}, body: JSON.stringify(content),
  })
  const found = await answer.json().catch(() => ({error: `the inspector answered ${answer.status}`}))
  if (!answer.ok) throw new Error(found.error)
  return found
}

const telling = work => async (...given) => {
  try { return await work(...given) } catch (error) { tell(error.message, {bad: true}) }
}

const takeBack = telling(async number => {
  await ask('undo', {correction: Number(number)})
  sessionStorage.removeItem('last')
  tellAfterReload(`Number ${number} is taken back.`)
})

const correct = correction => propose(correction, () => ask('correct', correction))

// What would change is shown before anything is kept

const propose = telling(async (content, keep) => {
  const {words, rows, of, ten} = await ask('preview', content)
  const body = $('#preview-body')
  body.replaceChildren(
    make('p', {}, `${words}.`),
    make('p', {class: 'soft'}, `This concerns ${rows.toLocaleString('en')} of ${of.toLocaleString('en')}${ten.length ? '; here are some.' : '.'}`),
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
      tellAfterReload(`Kept: ${words}.`, kept.id)
    } finally { $('#preview-keep').disabled = false; $('#preview').close() }
  })
  $('#preview').showModal()
  $('#preview-keep').focus()
})

// A small dialog that asks for a name or a choice

function askFor(title, field, then) {
  const box = make('dialog', {'aria-label': title}, make('h2', {}, title), make('form', {method: 'dialog'},
    make('div', {class: 'field-row'}, field),
    make('div', {class: 'buttons'}, make('button', {type: 'button', onclick: () => box.close()}, 'Cancel'), make('button', {class: 'main', value: 'yes'}, 'Preview'))))
  box.addEventListener('close', () => { if (box.returnValue === 'yes' && field.value.trim()) then(field.value.trim()); box.remove() })
  document.body.append(box)
  box.showModal()
  field.focus()
  field.select?.()
}

// The page: its picture with boxes, or the safe view in a frame that only hears fragments

const sheet = $('[data-sheet]'), frame = $('[data-frame]')

function lightTexts(numbers) {
  const wanted = new Set(numbers.map(String))
  if (sheet) {
    $$('[data-text]', sheet).forEach(box => box.classList.toggle('on', wanted.has(box.dataset.text)))
    const first = $('.text.on', sheet)
    if (first && !isSeen(first, sheet.closest('.pane'))) first.scrollIntoView({block: 'center', behavior: 'smooth'})
  }
  if (frame && numbers.length) {
    const [address] = frame.src.split('#')
    frame.src = `${address}#t${numbers[0]}`
  }
}

function isSeen(box, pane) {
  const one = box.getBoundingClientRect(), around = pane.getBoundingClientRect()
  return one.top >= around.top && one.bottom <= around.bottom
}

function setLight(on) {
  $$('[data-light]').forEach(button => button.setAttribute('aria-pressed', on))
  sheet?.classList.toggle('lit', on)
  if (frame) frame.src = frame.src.replace(/([?&])view=\w+/, `$1view=${on ? 'light' : 'plain'}`).split('#')[0]
  const address = new URL(location)
  address.searchParams.set('light', on ? '1' : '0')
  history.replaceState(null, '', address)
  $$('.strip a').forEach(link => { const to = new URL(link.href); to.searchParams.set('light', on ? '1' : '0'); link.href = to })
}
$$('[data-light]').forEach(button => button.addEventListener('click', () => setLight(button.getAttribute('aria-pressed') !== 'true')))

const textsOf = one => (one.dataset.texts ?? '').split(',').filter(Boolean)
$$('[data-texts]').forEach(one => {
  const light = () => { if (textsOf(one).length) { $$('[data-texts].on').forEach(other => other.classList.remove('on')); one.classList.add('on'); lightTexts(textsOf(one)) } }
  let waiting
  one.addEventListener('mouseenter', () => { waiting = setTimeout(light, frame ? 250 : 40) })
  one.addEventListener('mouseleave', () => clearTimeout(waiting))
  one.addEventListener('focusin', light)
})
if (sheet) {
  sheet.addEventListener('mouseover', event => {
    const text = event.target.closest?.('[data-text]')
    if (!text) return
    const owner = $$('[data-texts]').find(one => textsOf(one).includes(text.dataset.text))
    $$('[data-texts].on').forEach(other => other.classList.remove('on'))
    owner?.classList.add('on')
    owner?.scrollIntoView({block: 'nearest'})
    lightTexts(owner ? textsOf(owner) : [text.dataset.text])
  })
}

// Areas: tree and page light one another; the chosen one has its properties shown

const bench = $('.bench')
function chooseArea(number) {
  $$('[data-area]').forEach(one => one.classList.toggle('on', one.dataset.area === String(number)))
  const item = $(`li[data-area="${CSS.escape(number)}"]`), box = sheet && $(`rect[data-area="${CSS.escape(number)}"]`, sheet)
  item?.scrollIntoView({block: 'nearest'})
  if (box && !isSeen(box, sheet.closest('.pane'))) box.scrollIntoView({block: 'nearest', behavior: 'smooth'})
  const panel = $('#properties')
  if (!panel || !item) return
  const facts = {area: number, role: item.dataset.role || 'none', confidence: item.dataset.confidence, 'x, y, width, height': item.dataset.rect, ...JSON.parse(item.dataset.facts)}
  const say = role => correct({what: 'role', value: role || null, target: {
    places: [[bench.dataset.site, bench.dataset.template, null]], area: Number(number)}, examples: []})
  const toggle = (role, words) => make('button', {type: 'button', 'aria-pressed': String(item.dataset.role === role),
    onclick: () => say(item.dataset.role === role ? '' : role)}, words)
  const roles = make('select', {'aria-label': 'Role of the area'}, ...['', 'headline', 'body', 'list', 'menu', 'footer', 'advertisement'].map(role =>
    make('option', {value: role, selected: role === (item.dataset.role ?? '')}, role || 'no role')))
  roles.addEventListener('change', () => say(roles.value))
  panel.replaceChildren(
    make('dl', {}, ...Object.entries(facts).filter(([, value]) => value !== '' && value !== 'none').flatMap(([name, value]) => [make('dt', {}, name), make('dd', {}, String(value))])),
    make('p', {class: 'small anywhere'}, item.dataset.content.slice(0, 240)),
    make('div', {class: 'saying'}, make('label', {class: 'small'}, 'role ', roles), toggle('list', 'a list'), toggle('body', 'the body')))
}
$$('[data-area]').forEach(one => {
  one.addEventListener('mouseenter', () => $$(`[data-area="${CSS.escape(one.dataset.area)}"]`).forEach(twin => twin.classList.add('near')))
  one.addEventListener('mouseleave', () => $$('.near').forEach(twin => twin.classList.remove('near')))
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
      if (event.key === 'Escape') { back(); name.focus() }
      if (event.key === 'Enter' && field.value.trim() && field.value !== row.dataset.name) { const value = field.value.trim(); back(); said('rename', value) }
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

const sayBody = (place, value) => correct({what: 'body', value, target: {
  places: [[bench.dataset.site, bench.dataset.template, null]], block: place.dataset.place}, examples: []})
const firstIn = $('.places .in'), list = firstIn?.closest('.pane')
if (list && matchMedia('(min-width: 62rem)').matches) list.scrollTop = firstIn.getBoundingClientRect().top - list.getBoundingClientRect().top - 60
$$('[data-body]').forEach(button => button.addEventListener('click', () => sayBody(button.closest('[data-place]'), button.dataset.body === '1')))

// Cells: right, wrong, and where the right one is

const mark = telling(async (kind, column, capture, value) => {
  const {kept, words} = await ask('mark', {kind, column, capture: Number(capture), value})
  tellAfterReload(words, kept.id)
})
const markInPlace = telling(async (cell, value) => {
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
const picked = new URL(location).searchParams.get('pick')
if (picked && bench?.dataset.capture) {
  const pick = rightly => {
    const said = {kind: bench.dataset.kind, column: picked, capture: Number(bench.dataset.capture), value: 'right', rightly}
    propose({mark: said}, () => ask('mark', said))
  }
  $$('.texts li').forEach(one => {
    one.addEventListener('click', () => pick(one.firstChild.textContent.trim()))
    one.addEventListener('keydown', event => { if (event.key === 'Enter') pick(one.firstChild.textContent.trim()) })
  })
  sheet?.addEventListener('click', event => {
    const box = event.target.closest?.('[data-text]')
    const item = box && $(`.texts li[data-texts="${CSS.escape(box.dataset.text)}"]`)
    if (item) pick(item.firstChild.textContent.trim())
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
function inQueue(event) {
  if (!asking || event.target.closest('button, a, summary')) return false
  const [yes, no] = $$('[data-answer]')
  const act = {a: () => answer(yes), x: () => answer(no), ' ': passOver}[event.key]
  act?.()
  return Boolean(act)
}

// Log

$$('[data-undo]').forEach(button => button.addEventListener('click', () => takeBack(button.dataset.undo)))
$$('[data-write]').forEach(button => button.addEventListener('click', telling(async () => {
  button.disabled = true
  await ask('write', {})
  tellAfterReload('The files are written.')
})))
$$('[data-import]').forEach(field => field.addEventListener('change', telling(async () => {
  const {added, known} = await ask('import', {lines: await field.files[0].text()})
  tellAfterReload(`${added} corrections are added, ${known} were known.`)
})))

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
  const lines = $$('[data-line], tr[data-column], .record .field, .texts li, [data-place]')
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
  if (inPlaces(event) || inGrid(event) || inQueue(event)) { event.preventDefault(); return }
  const go = before === 'g' && going[event.key]
  before = event.key
  if (go) location.assign(go)
  else if (keys[event.key]) { event.preventDefault(); keys[event.key]() }
})

tellKept()
