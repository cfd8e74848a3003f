// After each change of the document, jsdom matches every rule of its own style sheet with every element that a query by
// role or a click asks about, which took a quarter of the time of a screen test. Those rules depend on the element's name
// and a few of its attributes, so one answer serves all elements alike.

const initial = { display: '', visibility: 'visible', pointerEvents: 'auto' }
type Property = keyof typeof initial
type Answers = Record<Property, string>

const isKnown = (name: string | symbol): name is Property => typeof name === 'string' && name in initial
const attributes = ['hidden', 'inert', 'open', 'popover', 'type']
const answersByKind = new Map<string, Answers>()
let installed: typeof getComputedStyle | undefined
let ofJsdom: typeof getComputedStyle

/** jsdom's answers for an element of this name with these attributes, in a document without other elements. */
function answersFor(element: Element): Answers {
  const values = attributes.map((name) => [name, element.getAttribute(name)] as const)
  const kind = JSON.stringify([element.namespaceURI, element.localName, values])
  const known = answersByKind.get(kind)
  if (known !== undefined) return known
  const elsewhere = document.implementation.createHTMLDocument()
  const alike = elsewhere.createElementNS(element.namespaceURI, element.localName)
  for (const [name, value] of values) if (value !== null) alike.setAttribute(name, value)
  elsewhere.body.append(alike)
  const { display, visibility, pointerEvents } = ofJsdom(alike)
  const answers = { display, visibility, pointerEvents }
  answersByKind.set(kind, answers)
  return answers
}

function valueOf(element: Element, property: Property): string {
  const inline = element.hasAttribute('style') && 'style' in element ? (element as HTMLElement).style[property] : ''
  if (inline !== '') return inline
  const value = answersFor(element)[property]
  const { parentElement } = element
  if (property === 'display' || value !== initial[property] || parentElement === null) return value
  return valueOf(parentElement, property)
}

function cached(element: Element, pseudoElement?: string | null): CSSStyleDeclaration {
  if (typeof pseudoElement === 'string' || document.styleSheets.length > 0) return ofJsdom(element, pseudoElement)
  return new Proxy({} as CSSStyleDeclaration, {
    get(_, name) {
      if (isKnown(name)) return valueOf(element, name)
      if (name !== 'getPropertyValue') return Reflect.get(ofJsdom(element), name) as unknown
      return (property: string) =>
        isKnown(property) ? valueOf(element, property) : ofJsdom(element).getPropertyValue(property)
    },
  })
}

/**
 * Replaces `getComputedStyle`. It answers any other property, and any element of a page with a style sheet, as before.
 * Returns jsdom's own function.
 */
export function cacheComputedStyles(): typeof getComputedStyle {
  if (window.getComputedStyle !== installed) {
    ofJsdom = window.getComputedStyle.bind(window)
    installed = cached
    window.getComputedStyle = cached
  }
  return ofJsdom
}
