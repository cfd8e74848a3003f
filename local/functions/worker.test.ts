import { expect, test } from 'vitest'
import { denoArguments } from './worker'

test('allows the socket, this machine, the API and the sources, and nothing else', () => {
  const args = denoArguments(
    {
      entrypoint: '/app/supabase/functions/hello/index.ts',
      readable: ['/app/node_modules'],
      hosts: ['127.0.0.1:54321'],
    },
    { socketPath: '/run/hello.sock' },
  )
  expect(args.filter((arg) => arg.startsWith('--allow'))).toEqual([
    '--allow-net=127.0.0.1:54321,127.0.0.1,unix:/run/hello.sock',
    '--allow-read=/app/node_modules,/run/hello.sock',
    '--allow-write=/run/hello.sock',
    '--allow-env',
    '--allow-sys=hostname,osRelease,networkInterfaces',
  ])
  expect(args).toContain('--no-prompt')
  expect(args).toContain('--cached-only')
})

test('listens on a port without unix sockets, and may not write', () => {
  const args = denoArguments(
    { entrypoint: '/app/index.ts', readable: ['/app/node_modules'], hosts: ['127.0.0.1:54321'] },
    { host: '127.0.0.1', port: 50000 },
  )
  expect(args).toContain('--allow-read=/app/node_modules')
  expect(args.some((arg) => arg.startsWith('--allow-write'))).toBe(false)
})
