import { useState } from 'react'
import { DialogButtons } from '@/components/DialogButtons'
import { FormProblem } from '@/components/FormProblem'
import { Button } from '@/components/ui/Button'
import type { Card } from '@/features/money/cards/queries'
import { useFreezeCard } from '@/features/money/cards/shared'
import { messageOf } from '@/lib/errors'
import { unrecognisedCopy } from './unrecognisedCopy'

type FreezeAndContinueProps = {
  card: Card
  /** The payment was made with an older card, which is blocked. */
  isReplaced: boolean
  hasTicked: boolean
  onContinue: () => void
  onClose: () => void
}

/** The end of the dialog: what happens to the card, and the way to the claim. */
export function FreezeAndContinue({ card, isReplaced, hasTicked, onContinue, onClose }: FreezeAndContinueProps) {
  const freeze = useFreezeCard(card.id, false, { failure: false })
  const [isRefused, setIsRefused] = useState(false)
  const freezes = !isReplaced && !card.isFrozen
  // The freeze can have succeeded although its response was lost.
  const hasFailed = freeze.isError && freezes

  const handleConfirm = () => {
    setIsRefused(!hasTicked)
    if (!hasTicked) return
    if (freezes) freeze.mutate(undefined, { onSuccess: onContinue })
    else onContinue()
  }

  return (
    <>
      <p className="text-small">
        {isReplaced ? unrecognisedCopy.replaced : card.isFrozen ? unrecognisedCopy.frozen : unrecognisedCopy.freezes}
      </p>
      <FormProblem words={isRefused && !hasTicked ? unrecognisedCopy.noneTicked : null} />
      <FormProblem words={hasFailed ? { title: unrecognisedCopy.notFrozen, text: messageOf(freeze.error) } : null}>
        {hasTicked && (
          <Button variant="quiet" className="-ml-3 px-3!" onClick={onContinue}>
            {unrecognisedCopy.continueUnfrozen}
          </Button>
        )}
      </FormProblem>
      <DialogButtons
        label={freezes ? unrecognisedCopy.freeze : unrecognisedCopy.continue}
        pending={freeze.isPending}
        pendingLabel={unrecognisedCopy.freezing}
        onConfirm={handleConfirm}
        onClose={onClose}
      />
    </>
  )
}
