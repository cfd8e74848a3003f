import { askWorker } from '@/lib/askWorker'
import { WordedError } from '@/lib/errors'
import { logError } from '@/lib/log'
import { saveFile } from '@/lib/saveFile'
import { useChange } from '@/lib/useChange'
import type { PdfOrder, PdfAnswer } from './pdfOrder'

/** Makes a PDF and downloads it. What has to be read first is ordered by a function. */
export const useSavePdf = (fileName: string) =>
  useChange(async (order: PdfOrder | (() => Promise<PdfOrder>)) => {
    const pdf = await createPdf(typeof order === 'function' ? await order() : order)
    saveFile(fileName, 'application/pdf', [pdf])
  })

/** Makes a PDF in a worker, which is downloaded with its fonts the first time. */
async function createPdf(order: PdfOrder): Promise<Uint8Array<ArrayBuffer>> {
  const worker = new Worker(new URL('./pdfWorker.ts', import.meta.url), { type: 'module', name: 'pdf' })
  try {
    const answer = await askWorker<PdfAnswer>(worker, order)
    if ('bytes' in answer) return answer.bytes
    throw new Error(answer.problem)
  } catch (error) {
    logError('The PDF was not created', error)
    throw new WordedError("We couldn't create the PDF. Check your connection and try again.")
  }
}
