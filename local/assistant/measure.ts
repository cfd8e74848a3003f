import { classifierOf } from '../../supabase/functions/ai-chat/classify'
import { isDanger } from '../../supabase/functions/ai-chat/dangers'
import { pack } from './pack'
import type { Line } from './sentences'
import { train } from './train'

/** Shares of the sentences that were kept out while the others were learned. */
export type Figures = { dangerFound: number; wronglyDanger: number; right: number }

/** The figures that are worse than they may be. */
export function missedGoals({ dangerFound, wronglyDanger, right }: Figures): (keyof Figures)[] {
  const isMet = { dangerFound: dangerFound >= 0.98, wronglyDanger: wronglyDanger <= 0.03, right: right >= 0.9 }
  return (['dangerFound', 'wronglyDanger', 'right'] as const).filter((figure) => !isMet[figure])
}

const turns = 5

/** Keeps a fifth of the sentences out in turns, and judges each by what was learned from the others. */
export function measure(lines: Line[]): Figures {
  const sentences = lines.flatMap(({ kind, sentences: forms }) => forms.map((sentence) => ({ kind, sentence })))
  const of = { danger: 0, found: 0, question: 0, wronglyDanger: 0, right: 0 }
  for (let turn = 0; turn < turns; turn += 1) {
    const unseen = sentences.filter((_, index) => index % turns === turn)
    const seen = new Set(sentences.filter((_, index) => index % turns !== turn).map(({ sentence }) => sentence))
    const known = lines
      .map(({ kind, sentences: forms }) => ({ kind, sentences: forms.filter((form) => seen.has(form)) }))
      .filter(({ sentences: forms }) => forms.length > 0)
    const classifyUnseen = classifierOf(pack(train(known)))
    for (const { kind, sentence } of unseen) {
      const { danger, question } = classifyUnseen(sentence)
      if (isDanger(kind)) {
        of.danger += 1
        of.found += Number(danger !== null)
      } else {
        of.question += 1
        of.wronglyDanger += Number(danger !== null)
      }
      of.right += Number((danger ?? question ?? 'unknown') === kind)
    }
  }
  return {
    dangerFound: of.found / of.danger,
    wronglyDanger: of.wronglyDanger / of.question,
    right: of.right / (of.danger + of.question),
  }
}
