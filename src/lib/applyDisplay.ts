import { largerTextStore, themeStore } from './storage'

const schemes = ['light', 'dark']

/** Shows the stored text size and colours, also around the page (the two `theme-color` of index.html). */
export function applyDisplay() {
  const { dataset } = document.documentElement
  dataset.text = largerTextStore.read() ? 'large' : ''
  const theme = themeStore.read()
  dataset.theme = theme ?? ''
  document.querySelectorAll<HTMLMetaElement>('meta[name="theme-color"]').forEach((meta, index) => {
    const scheme = schemes[index]
    meta.media = theme === null ? `(prefers-color-scheme: ${scheme})` : scheme === theme ? 'all' : 'not all'
  })
}
