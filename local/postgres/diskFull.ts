/** Whether an error, or a line of the log of Postgres, says that the disk is full. */
export function isDiskFull(problem: unknown): boolean {
  if (!(problem instanceof Error)) return /no space left on device|disk quota exceeded/i.test(String(problem))
  // Not by ENOSPC alone, which also says that too many files are watched.
  return ('code' in problem && problem.code === '53100') || isDiskFull(problem.message) || isDiskFull(problem.cause)
}

export const diskFullWords = (folder: string) => `The disk is full: ${folder} cannot grow. Free some space.`
