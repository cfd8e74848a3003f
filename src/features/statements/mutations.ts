import { useMutation } from '@tanstack/react-query'
import { saveFile } from '@/lib/saveFile'
import { createPdf } from './createPdf'
import type { PdfOrder } from './pdfOrder'

/** Makes a PDF and downloads it. */
export function useSavePdf(fileName: string) {
  return useMutation({
    mutationFn: async (order: PdfOrder) => saveFile(fileName, 'application/pdf', [await createPdf(order)]),
  })
}
