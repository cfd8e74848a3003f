import net from 'node:net'
import { afterEach, expect, test } from 'vitest'
import { freePort, isPortFree, portProblem, retryTakenPort } from './ports'

const open: net.Server[] = []
afterEach(() => {
  for (const server of open.splice(0)) server.close()
})

async function takePort(): Promise<number> {
  const port = await freePort()
  const server = net.createServer()
  open.push(server)
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve))
  return port
}

test('distinguishes a free port from a taken port', async () => {
  expect(await isPortFree(await freePort())).toBe(true)
  expect(await isPortFree(await takePort())).toBe(false)
})

test('reports no problem for a free port', async () => {
  expect(await portProblem(await freePort(), 'STACK_API_PORT')).toBeNull()
})

test('names the process that uses a port, and the variable that changes it', async () => {
  const port = await takePort()
  expect(await portProblem(port, 'STACK_API_PORT')).toMatch(
    new RegExp(
      `^Port ${port} is taken by \\S.* \\(pid ${process.pid}\\)\\. Stop that, or choose another port with STACK_API_PORT\\.$`,
    ),
  )
})

test('explains a port that an outgoing connection uses', async () => {
  const listening = await takePort()
  const connection = net.connect({ port: listening, host: '127.0.0.1' })
  await new Promise((resolve) => connection.once('connect', resolve))
  const problem = await portProblem(connection.localPort ?? 0, 'STACK_DB_PORT')
  connection.destroy()
  expect(problem).toMatch(/nothing seems to listen on it: an outgoing connection may be using it/)
  expect(problem).toMatch(/choose another port with STACK_DB_PORT/)
})

test('retries when the port was taken, and rejects other errors at once', async () => {
  let attempts = 0
  const result = await retryTakenPort(async () => {
    attempts += 1
    // Of Node, and of Vite.
    if (attempts === 1) throw new Error('listen EADDRINUSE')
    if (attempts === 2) throw new Error('Port 34567 is already in use')
    return 'started'
  })
  expect(result).toBe('started')
  await expect(retryTakenPort(() => Promise.reject(new Error('broken')))).rejects.toThrow('broken')
  await expect(retryTakenPort(() => Promise.reject(new Error('Address already in use')))).rejects.toThrow('in use')
})
