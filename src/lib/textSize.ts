import { largerTextStore } from './storage'

/** Shows the text in the size that this browser knows. */
export function applyTextSize() {
  document.documentElement.dataset.text = largerTextStore.read() ? 'large' : ''
}

export function setLargerText(isLarger: boolean) {
  if (largerTextStore.read() === isLarger) return
  largerTextStore.write(isLarger)
  applyTextSize()
}
