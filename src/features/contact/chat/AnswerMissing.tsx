import { brand } from '@/brand'
import { Button } from '@/components/ui/Button'
import type { NextStep } from './handover'

type AnswerMissingProps = { step: Exclude<NextStep, null>; onTryAgain: () => void }

/** Shown when the last message got no reply, because the network dropped or the page was closed. */
export function AnswerMissing({ step, onTryAgain }: AnswerMissingProps) {
  return (
    <div className="mt-4 flex flex-wrap items-center gap-x-3 rounded bg-care-soft py-1 pl-4 text-sm text-care">
      <p className="flex-1 py-2">
        {step === 'ask the assistant'
          ? `${brand.assistantName} has not answered yet.`
          : "Your request for an agent hasn't been sent yet."}
      </p>
      <Button variant="quiet" className="text-sm" onClick={onTryAgain}>
        Try again
      </Button>
    </div>
  )
}
