import { FileText } from 'lucide-react'
import { Button } from '@/components/ui/Button'
import { useSavePdf, type Letter } from '@/features/statements/shared'
import { caseCopy } from './copy'

/** Saves a letter. The name of the file has the id of the case, or of the event that it belongs to. */
export function LetterButton({ id, letter }: { id: string; letter: Letter }) {
  const save = useSavePdf(`letter-${id}.pdf`)
  return (
    <Button
      variant="secondary"
      pending={save.isPending}
      pendingLabel={caseCopy.creating}
      onClick={() => save.mutate({ document: 'letter', letter })}
    >
      <FileText aria-hidden className="size-5" />
      {caseCopy.letter}
    </Button>
  )
}
