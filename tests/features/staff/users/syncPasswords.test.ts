import { expect, test, vi } from 'vitest'
import { syncPasswords, type PasswordsSynced } from '@/features/staff/users/syncPasswords'

/** 60 passwords, 25 in each step. */
const server = () =>
  vi.fn<(changedBefore: number) => Promise<PasswordsSynced>>(async (changedBefore) => {
    const changed = Math.min(changedBefore + 25, 60)
    return { changed, remaining: 60 - changed, message: `${changed} updated` }
  })

test('goes on until no password is left and says how far it is', async () => {
  const sync = server()
  const onProgress = vi.fn<(synced: PasswordsSynced) => void>()
  expect(await syncPasswords({ sync, isStopped: () => false, onProgress })).toMatchObject({ changed: 60, remaining: 0 })
  expect(sync.mock.calls).toEqual([[0], [25], [50]])
  expect(onProgress.mock.calls.map(([{ remaining }]) => remaining)).toEqual([35, 10, 0])
})

test('stops after the step that is under way', async () => {
  const sync = server()
  const stopped = await syncPasswords({ sync, isStopped: () => true, onProgress: () => undefined })
  expect(stopped).toMatchObject({ changed: 25, remaining: 35 })
  expect(sync).toHaveBeenCalledTimes(1)
})
