// A classic script that every browser can read: the app itself may not start in one that is too old. The versions are those of
// `build.target` in vite.config.ts.
;(function () {
  var css = window.CSS
  var isNew =
    css &&
    css.registerProperty &&
    css.supports('color', 'color-mix(in srgb, red, red)') &&
    Array.prototype.at &&
    Array.prototype.toSorted &&
    Object.hasOwn &&
    'noModule' in document.createElement('script')
  if (isNew) return
  var notice = document.createElement('p')
  notice.setAttribute('role', 'alert')
  notice.setAttribute(
    'style',
    'margin:0;padding:16px;font:16px/1.5 system-ui,sans-serif;text-align:center;background:#fff4d6;color:#4a3000',
  )
  notice.textContent =
    'Your browser is too old for Fernbank: update it to Chrome or Edge 111, Firefox 128, Safari 16.4 or newer.'
  document.body.insertBefore(notice, document.body.firstChild)
})()
