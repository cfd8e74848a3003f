import type { ReactNode } from 'react'
import { Link } from 'react-router-dom'
import { buttonLook } from '@/components/ui/buttonLook'
import { paths } from '@/lib/paths'
import { LonePage } from './LonePage'

/** A page of text that everybody may read, with or without an account. */
export function NoticePage({ title, children }: { title: string; children: ReactNode }) {
  return (
    <LonePage name={title} title={title}>
      {children}
      <Link to={paths.home} className={buttonLook('secondary')}>
        Back to the bank
      </Link>
    </LonePage>
  )
}

export function NoticeSection({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section className="space-y-2">
      <h2 className="text-title">{title}</h2>
      {children}
    </section>
  )
}
