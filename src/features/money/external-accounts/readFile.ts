import { askWorker } from '@/lib/askWorker'
import { WordedError } from '@/lib/errors'
import { limits, tooLarge, type StatementFile } from './statementFile'

/** Reads a statement file in a worker. Throws a WordedError with the reason. */
export async function readFile(file: File): Promise<StatementFile> {
  if (file.size > limits.bytes) throw new WordedError(tooLarge)
  const worker = new Worker(new URL('./importWorker.ts', import.meta.url), { type: 'module', name: 'import' })
  const bytes = await file.arrayBuffer()
  const answer = await askWorker<StatementFile | { problem: string }>(worker, bytes, [bytes])
  if ('problem' in answer) throw new WordedError(answer.problem)
  return answer
}
