import http from 'node:http'
import { createServer } from 'vite'
import { projectRoot } from '../settings'

const host = '127.0.0.1'

/**
 * Runs Vite in this process, so that it cannot outlive it. Vite runs as middleware: on a signal its own server would exit
 * the process before the database has stopped.
 */
export async function startWebServer(port: number, variables: Record<string, string>) {
  // Vite passes these variables to the browser.
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
  // An open tab sends requests as soon as the port is open. They wait for Vite.
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
