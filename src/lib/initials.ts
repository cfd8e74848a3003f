/** 'Mill Lane Lettings' → 'ML', 'Streamhouse' → 'S'. Empty for a name without letters and digits. */
export function initialsOf(name: string): string {
  const first = name.split(/\s+/).flatMap((word) => word.match(/[\p{L}\p{N}]\p{M}*/u)?.[0] ?? [])
  return first.slice(0, 2).join('').toUpperCase()
}
