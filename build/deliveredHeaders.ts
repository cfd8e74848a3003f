import { readFile, writeFile } from 'node:fs/promises'
import path from 'node:path'
import type { Plugin } from 'vite'
import { firstScriptHash } from './firstScript.ts'

/** What every answer of the web server carries. Only this origin and the API at `apiUrl` may be talked to. */
export function securityHeaders(apiUrl: string): [name: string, value: string][] {
  const api = new URL(apiUrl).origin
  const policy = [
    "default-src 'none'",
    `script-src 'self' ${firstScriptHash}`,
    // Toasts and dialogs bring rules of their own in style elements, with sizes that are only known on the page.
    "style-src 'self' 'unsafe-inline'",
    "img-src 'self' data:",
    `connect-src 'self' ${api} ${api.replace(/^http/, 'ws')}`,
    "manifest-src 'self'",
    "worker-src 'self'",
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'none'",
  ]
  return [
    ['Content-Security-Policy', policy.join('; ')],
    ['Strict-Transport-Security', 'max-age=31536000; includeSubDomains'],
    ['X-Content-Type-Options', 'nosniff'],
    ['X-Frame-Options', 'DENY'],
    ['Referrer-Policy', 'no-referrer'],
    ['Permissions-Policy', 'camera=(), display-capture=(), geolocation=(), microphone=(), payment=(), usb=()'],
    ['Cross-Origin-Opener-Policy', 'same-origin'],
    ['Cross-Origin-Resource-Policy', 'same-origin'],
  ]
}

/** Cloudflare Pages, Netlify and others read this file; `docs/nginx.conf` says the same for nginx. */
function headersFile(apiUrl: string): string {
  const lines = securityHeaders(apiUrl).map(([name, value]) => `  ${name}: ${value}`)
  return [
    '/*',
    ...lines,
    '/assets/*',
    '  Cache-Control: public, max-age=31536000, immutable',
    // The browser asks for the service worker on each visit, so that it finds a new version.
    '/serviceWorker.js',
    '  Cache-Control: no-cache',
    '',
  ].join('\n')
}

/** Writes `_headers` beside the app, and lets `vite preview` deliver what it says. */
export function deliveredHeaders(): Plugin {
  let apiUrl: string | undefined
  let outDir = 'dist'
  return {
    name: 'delivered-headers',
    configResolved({ env, root, build }) {
      apiUrl = env.VITE_SUPABASE_URL
      outDir = path.resolve(root, build.outDir)
    },
    async writeBundle() {
      if (apiUrl !== undefined) await writeFile(path.join(outDir, '_headers'), headersFile(apiUrl))
    },
    async configurePreviewServer(server) {
      const rules = parseHeaders(await readFile(path.join(outDir, '_headers'), 'utf8'))
      server.middlewares.use((request, response, next) => {
        for (const { prefix, name, value } of rules) {
          if (request.url?.startsWith(prefix)) response.setHeader(name, value)
        }
        next()
      })
    },
  }
}

function parseHeaders(file: string) {
  let prefix = ''
  return file.split('\n').flatMap((line) => {
    const [, name, value] = /^ {2}([\w-]+): (.+)$/.exec(line) ?? []
    if (name !== undefined && value !== undefined) return [{ prefix, name, value }]
    prefix = line.replace(/\*$/, '')
    return []
  })
}
