import { useState, type ReactNode } from 'react'
import { Button } from '@/components/ui/Button'
import { isCellOpen, ownCell, rememberCell, rememberFoundCell } from './cells'
import { CellChoice } from './CellChoice'
import { cellCopy } from './copy'

/** The sign-in form, once it is clear that the visitor banks in this cell. */
export function CellGate({ children }: { children: ReactNode }) {
  const [isChoosing, setIsChoosing] = useState(() => {
    rememberFoundCell()
    return isCellOpen()
  })
  const own = ownCell()
  if (own === undefined) return children
  if (isChoosing) {
    const stay = () => {
      rememberCell()
      setIsChoosing(false)
    }
    return <CellChoice own={own} onStay={stay} />
  }
  return (
    <>
      {children}
      <p className="text-center text-sm text-muted">
        {cellCopy.chosen(own.name)}
        <Button variant="quiet" onClick={() => setIsChoosing(true)}>
          {cellCopy.change}
        </Button>
      </p>
    </>
  )
}
