import { themeStore } from './storage'

const schemes = ['light', 'dark']

/** Shows the stored colours, also around the page (the two `theme-color` of index.html). */
export function applyTheme() {
  const theme = themeStore.read()
  document.documentElement.dataset.theme = theme ?? ''
  document.querySelectorAll<HTMLMetaElement>('meta[name="theme-color"]').forEach((meta, index) => {
    const scheme = schemes[index]
    meta.media = theme === null ? `(prefers-color-scheme: ${scheme})` : scheme === theme ? 'all' : 'not all'
  })
}
