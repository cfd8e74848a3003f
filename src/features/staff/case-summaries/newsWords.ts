/** Why staff must move in a case. */
export const newsWords = {
  answer: 'The customer answered',
  handed_over: 'Handed over to you',
  decision: 'A second person decided',
  due: 'Due today',
}
