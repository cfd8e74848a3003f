import { PiggyBank } from 'lucide-react'
import { Tinted } from '@/components/Tinted'
import { tintOf, type SavingsColour } from './colours'

/** The mark of a savings account in its colour, at the start of a row. */
export function SavingsMark({ colour }: { colour: SavingsColour }) {
  return (
    <Tinted tint={tintOf[colour]}>
      <PiggyBank className="size-5" />
    </Tinted>
  )
}
