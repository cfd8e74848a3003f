/** Runs in the page, and does what the translation of a browser does: each text moves into elements, also those that come later. */
export function translatePage() {
  const skipped = new Set(['SCRIPT', 'STYLE', 'TEXTAREA', 'INPUT', 'FONT'])
  const wrap = (text: Node) => {
    if (text.parentElement === null || skipped.has(text.parentElement.tagName) || text.textContent?.trim() === '')
      return
    const [outer, inner] = [document.createElement('font'), document.createElement('font')]
    inner.textContent = text.textContent
    outer.append(inner)
    text.parentElement.replaceChild(outer, text)
  }
  const wrapAll = (root: Node) => {
    const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT)
    const texts: Node[] = []
    while (walker.nextNode()) texts.push(walker.currentNode)
    texts.forEach(wrap)
  }
  wrapAll(document.body)
  let isBusy = false
  new MutationObserver((changes) => {
    if (isBusy) return
    isBusy = true
    for (const node of changes.flatMap(({ addedNodes }) => [...addedNodes])) {
      if (node.nodeType === Node.TEXT_NODE) wrap(node)
      else if (node.nodeName !== 'FONT') wrapAll(node)
    }
    isBusy = false
  }).observe(document.body, { childList: true, subtree: true })
}
