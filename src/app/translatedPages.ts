/**
 * A browser that translates a page puts elements in the place of its text nodes. React still holds these nodes: it would change
 * a text that is no longer on the page, and throw when it removes one or inserts a part before it. So each text returns to its
 * place before React touches it, and the browser translates it again.
 */

/** Text nodes that were taken from the page, and what is there instead. */
type Translated = { texts: Node[]; replacements: Node[] }

/** By each of its nodes. */
const translated = new WeakMap<Node, Translated>()

export function followTranslation() {
  // oxlint-disable-next-line typescript/unbound-method -- each is called with its node
  const { insertBefore, removeChild } = Node.prototype
  const nodeValue = Object.getOwnPropertyDescriptor(Node.prototype, 'nodeValue')
  const observer = new MutationObserver(findTranslations)
  observer.observe(document, { childList: true, subtree: true })

  /** Returns a text that is in no element to its place. */
  const putBackLost = (text: Text) => {
    if (text.parentNode !== null) return
    findTranslations(observer.takeRecords())
    putBack(text)
  }
  /** The child of `parent` that is this text, or that the text was moved into. Null: there is none. */
  const childFor = (parent: Node, text: Text): Node | null => {
    putBackLost(text)
    let child: Node | null = text
    while (child !== null && child.parentNode !== parent) child = child.parentNode
    return child
  }

  Node.prototype.insertBefore = function insertInto<Inserted extends Node>(node: Inserted, before: Node | null) {
    const isGone = before instanceof Text && before.parentNode !== this
    insertBefore.call(this, node, isGone ? childFor(this, before) : before)
    return node
  }
  Node.prototype.removeChild = function removeFrom<Removed extends Node>(node: Removed) {
    const child = node instanceof Text && node.parentNode !== this ? childFor(this, node) : node
    if (child !== null) removeChild.call(this, child)
    return node
  }
  Object.defineProperty(Node.prototype, 'nodeValue', {
    ...nodeValue,
    set(this: Node, text: string | null) {
      if (this instanceof Text) putBackLost(this)
      nodeValue?.set?.call(this, text)
    },
  })
}

/** Puts the texts that `node` is one of in the place of their translation. */
function putBack(node: Node) {
  const found = translated.get(node)
  if (found === undefined) return
  const { texts, replacements } = found
  for (const each of [...texts, ...replacements]) translated.delete(each)
  const [first] = replacements
  const together = document.createDocumentFragment()
  together.append(...texts)
  first?.parentNode?.replaceChild(together, first)
  for (const rest of replacements.slice(1)) rest.parentNode?.removeChild(rest)
}

function findTranslations(records: MutationRecord[]) {
  for (const { addedNodes, removedNodes, previousSibling, nextSibling } of records) {
    const texts = [...removedNodes].flatMap((node) =>
      node instanceof Text ? (node.isConnected ? [] : [node]) : (translated.get(node)?.texts ?? []),
    )
    // A translation is one step, or the insertion of an element and then the removal of the text beside it.
    const replacements =
      addedNodes.length > 0
        ? [...addedNodes]
        : [previousSibling, nextSibling]
            .filter((node) => node?.nodeName === 'FONT' && !translated.has(node))
            .slice(0, 1)
    if (texts.length === 0) continue
    const found = { texts, replacements: replacements.filter((node) => node !== null) }
    for (const node of [...texts, ...found.replacements]) translated.set(node, found)
  }
}
