import { AskButton } from '@/components/AskButton'
import { TitledCard } from '@/components/TitledCard'
import { Button } from '@/components/ui/Button'
import { useIsTurnedOff } from '@/features/person/profile/queries'
import { trustedCopy as copy } from './copy'
import { FreezeOther } from './FreezeOther'
import { useAnswerRequest, useAnswerReview } from './mutations'
import type { ContactRequest, ContactReview } from './queries'

type ContactCardsProps = { reviews: ContactReview[]; requests: ContactRequest[] }

/** Who asks the user to be their trusted contact, and which payments wait for the user. */
export function ContactCards({ reviews, requests }: ContactCardsProps) {
  return (
    <>
      {reviews.map((review) => (
        <Review key={review.payment_id} review={review} />
      ))}
      {requests.map((request) => (
        <Request key={request.owner_id} request={request} />
      ))}
    </>
  )
}

function Review({ review }: { review: ContactReview }) {
  const { payment_id: paymentId, owner_id: ownerId, name, amount, payee, warnings, answer_by: answerBy } = review
  const { is_to_me: isToMe } = review
  const right = useAnswerReview(true)
  const worried = useAnswerReview(false)
  const words = warnings.flatMap((rule) => copy.warnings[rule] ?? [])
  return (
    <TitledCard title={copy.reviewTitle(name)}>
      <div className="space-y-3">
        <p className="wrap-anywhere">{copy.review(amount, payee, answerBy)}</p>
        {words.length > 0 && (
          <div className="rounded bg-care-soft p-3 text-small">
            <p className="text-strong text-care">{copy.warned}</p>
            <ul className="mt-1 list-disc pl-5">
              {words.map((word) => (
                <li key={word}>{word}</li>
              ))}
            </ul>
          </div>
        )}
        <div className="flex flex-col gap-2">
          {isToMe ? (
            <p>{copy.toYou}</p>
          ) : (
            <AskButton
              label={copy.right}
              change={right}
              question={{
                title: copy.rightTitle,
                text: copy.rightText,
                confirmLabel: copy.rightConfirm,
                variant: 'primary',
                args: paymentId,
              }}
            />
          )}
          <Button variant="secondary" pending={worried.isPending} onClick={() => worried.mutate(paymentId)}>
            {copy.worried}
          </Button>
          <FreezeOther ownerId={ownerId} name={name} />
        </div>
      </div>
    </TitledCard>
  )
}

function Request({ request: { owner_id: ownerId, name } }: { request: ContactRequest }) {
  const accept = useAnswerRequest(true)
  const decline = useAnswerRequest(false)
  const canFreeze = !useIsTurnedOff('freezing')
  return (
    <TitledCard title={copy.requestTitle(name)}>
      <p className="mb-3 text-secondary">
        {copy.requestText} {canFreeze && copy.requestFreezing}
      </p>
      <div className="flex flex-wrap gap-2">
        <Button className="flex-1" pending={accept.isPending} onClick={() => accept.mutate(ownerId)}>
          {copy.accept}
        </Button>
        <Button
          variant="secondary"
          className="flex-1"
          pending={decline.isPending}
          onClick={() => decline.mutate(ownerId)}
        >
          {copy.decline}
        </Button>
      </div>
    </TitledCard>
  )
}
