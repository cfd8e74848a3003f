import { saveFile } from '@/lib/saveFile'
import { useChange } from '@/lib/useChange'
import { createPdf } from './createPdf'
import type { PdfOrder } from './pdfOrder'

/** Makes a PDF and downloads it. What has to be read first is ordered by a function. */
export const useSavePdf = (fileName: string) =>
  useChange(async (order: PdfOrder | (() => Promise<PdfOrder>)) => {
    const pdf = await createPdf(typeof order === 'function' ? await order() : order)
    saveFile(fileName, 'application/pdf', [pdf])
  })
