import { overviewCopy } from './copy'

/** What is late, off, failing or given up. Nothing if the bank is well. */
export function ProblemList({ problems }: { problems: string[] }) {
  if (problems.length === 0) return null
  return (
    <section aria-labelledby="problems" className="mb-4 rounded bg-card p-4 shadow-card">
      <h2 id="problems" className="font-semibold text-danger">
        {overviewCopy.problems}
      </h2>
      <ul className="mt-1 list-disc pl-5">
        {problems.map((problem) => (
          <li key={problem}>{problem}</li>
        ))}
      </ul>
    </section>
  )
}
