import { FileText } from 'lucide-react'
import { Button } from '@/components/ui/Button'
import { useSavePdf } from './mutations'
import type { Records } from './recordsPdf'

/** Downloads all statements and letters of an account. */
export function RecordsButton({ read, className }: { read: () => Promise<Records>; className?: string }) {
  const save = useSavePdf('statements-and-letters.pdf')
  return (
    <Button
      variant="secondary"
      className={className}
      pending={save.isPending}
      pendingLabel="Creating..."
      onClick={() => save.mutate(async () => ({ document: 'records', ...(await read()) }))}
    >
      <FileText aria-hidden className="size-5" />
      Download all as one PDF
    </Button>
  )
}
