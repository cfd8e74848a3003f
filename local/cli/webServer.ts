import http from 'node:http'
import { createServer } from 'vite'
import { projectRoot } from '../settings'

const host = '127.0.0.1'

/**
 * Vite inside this process, so that it ends with it however that ends. As middleware, because its own server would also
 * end the process by itself on a signal, before the database has stopped.
 */
export async function startWebServer(port: number, variables: Record<string, string>) {
  // Vite gives the browser what it finds here.
  Object.assign(process.env, variables)
  const server = http.createServer()
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    server.listen(port, host, resolve)
  })
  const starting = createServer({
    root: projectRoot,
    appType: 'spa',
    server: { middlewareMode: true, ws: { server } },
    logLevel: 'warn',
    clearScreen: false,
  })
  // A tab that was left open asks again as soon as the port is there: it waits for Vite.
  server.on('request', (request, response) => {
    starting.then(
      ({ middlewares }) => middlewares(request, response),
      () => response.destroy(),
    )
  })
  const vite = await starting

  return {
    url: `http://localhost:${port}`,
    async close(): Promise<void> {
      const closed = new Promise((resolve) => server.close(resolve))
      await vite.close()
      server.closeAllConnections()
      await closed
    },
  }
}
