import { useState } from 'react'
import { Button } from '@/components/ui/Button'
import { lazyPart } from '@/lib/lazyPart'
import { savedTextCopy } from './copy'
import type { SavedKind } from './queries'

const SavedTextsDialog = lazyPart(async () => (await import('./SavedTextsDialog')).SavedTextsDialog)

type SavedTextsProps = {
  kind: SavedKind
  /** A new one starts with what is typed in the field beside it. */
  typed?: string
}

/** The texts of a kind that staff share, and a form for each. */
export function SavedTexts(props: SavedTextsProps) {
  const [isOpen, setIsOpen] = useState(false)
  return (
    <>
      <Button variant="secondary" onClick={() => setIsOpen(true)}>
        {savedTextCopy[props.kind].title}
      </Button>
      {isOpen && <SavedTextsDialog {...props} onClose={() => setIsOpen(false)} />}
    </>
  )
}
