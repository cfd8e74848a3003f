import { ChevronDown } from 'lucide-react'
import { helpArticles } from './articles'

/** The articles, each under its title, one open at a time. The list around them has the padding. */
export function HelpArticles() {
  return helpArticles.map(({ title, paragraphs }) => (
    <details key={title} name="help" className="group">
      <summary className="flex min-h-12 list-none items-center justify-between gap-3 px-5 py-2 text-name hover:bg-brand-soft focus-visible:-outline-offset-3 [&::-webkit-details-marker]:hidden">
        {title}
        <ChevronDown aria-hidden className="size-5 shrink-0 text-muted transition-transform group-open:rotate-180" />
      </summary>
      <div className="space-y-2 px-5 pt-1 pb-4 text-secondary">
        {paragraphs.map((paragraph) => (
          <p key={paragraph}>{paragraph}</p>
        ))}
      </div>
    </details>
  ))
}
