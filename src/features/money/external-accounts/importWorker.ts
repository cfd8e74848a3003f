import { parseFile } from './parseFile'
import { UnreadableFile, type StatementFile } from './statementFile'

// Reads a statement file beside the page. The file does not leave the device.

function read(bytes: ArrayBuffer): StatementFile | { problem: string } {
  try {
    return parseFile(new Uint8Array(bytes))
  } catch (error) {
    if (error instanceof UnreadableFile) return { problem: error.message }
    throw error
  }
}

self.addEventListener('message', ({ data }: MessageEvent<ArrayBuffer>) => postMessage(read(data), { transfer: [] }))
