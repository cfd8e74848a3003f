import { readdirSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { readAtMost } from '../../functions/_shared/readAtMost.ts'

/** A body of four bytes a chunk, which tells how many chunks were read. */
function bodyOf(chunks: number) {
  const read = { chunks: 0, isCancelled: false }
  const body = new ReadableStream<Uint8Array>(
    {
      pull(controller) {
        if (read.chunks === chunks) return controller.close()
        read.chunks += 1
        controller.enqueue(new TextEncoder().encode('€x'))
      },
      cancel: () => void (read.isCancelled = true),
    },
    { highWaterMark: 0 },
  )
  return { body, read }
}

test('returns a body of the longest length', async () => {
  expect(await readAtMost(12, bodyOf(3).body)).toBe('€x€x€x')
  expect(await readAtMost(12, null)).toBe('')
})

test('stops to read a longer body', async () => {
  const { body, read } = bodyOf(1_000_000)
  expect(await readAtMost(12, body)).toBeNull()
  expect(read).toEqual({ chunks: 4, isCancelled: true })
})

test('no edge function reads the body of a request in another way', () => {
  const reading = readdirSync('supabase/functions', { recursive: true, encoding: 'utf8' }).filter(
    (file) =>
      file.endsWith('.ts') &&
      /\brequest\s*\.\s*(text|json|arrayBuffer|blob|bytes|formData)\(/.test(
        readFileSync(`supabase/functions/${file}`, 'utf8'),
      ),
  )
  expect(reading).toEqual([])
})
