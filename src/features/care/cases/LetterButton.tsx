import { FileText } from 'lucide-react'
import { Button } from '@/components/ui/Button'
import { useSavePdf, type Letter } from '@/features/money/statements/shared'
import { caseCopy } from './copy'

type LetterButtonProps = {
  id: string
  letter: Letter
  /** For one of several: screen readers hear its title. */
  isNamed?: boolean
}

/** Saves a letter. The name of the file has the id of the case, or of the event that it belongs to. */
export function LetterButton({ id, letter, isNamed = false }: LetterButtonProps) {
  const save = useSavePdf(`letter-${id}.pdf`)
  return (
    <Button
      variant="secondary"
      className={isNamed ? 'mt-1' : undefined}
      aria-label={isNamed ? `${caseCopy.letter}: ${letter.title}` : undefined}
      pending={save.isPending}
      pendingLabel={caseCopy.creating}
      onClick={() => save.mutate({ document: 'letter', letter })}
    >
      <FileText aria-hidden className="size-5" />
      {caseCopy.letter}
    </Button>
  )
}
