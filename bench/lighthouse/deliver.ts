import { preview, type Plugin } from 'vite'
import { deliveredHeaders } from '../../build/deliveredHeaders'

/** Serves a built app like a web host: compressed, over HTTP/2, with index.html for every path and the headers of `_headers`. */
export async function deliver(root: string, selfSigned: () => Plugin) {
  const server = await preview({
    root,
    configFile: false,
    logLevel: 'error',
    plugins: [selfSigned(), deliveredHeaders()],
    build: { outDir: '.' },
    preview: { port: 0, host: '127.0.0.1' },
  })
  const url = server.resolvedUrls?.local[0]
  if (url === undefined) throw new Error('the web server has no address')
  return { url: url.replace(/\/$/, ''), close: () => server.close() }
}
