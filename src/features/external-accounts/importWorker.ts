import { keyedRows } from './keyedRows'
import { parseFile } from './parseFile'
import type { ReadFile } from './readFile'
import { UnreadableFile } from './statementFile'

// Reads a statement file beside the page. The file does not leave the device.

function read(bytes: ArrayBuffer): ReadFile | { problem: string } {
  try {
    const { rows, ...file } = parseFile(new Uint8Array(bytes))
    return { ...file, rows: keyedRows(rows) }
  } catch (error) {
    if (error instanceof UnreadableFile) return { problem: error.message }
    throw error
  }
}

self.addEventListener('message', ({ data }: MessageEvent<ArrayBuffer>) => postMessage(read(data), { transfer: [] }))
