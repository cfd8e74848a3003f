const letters = 'ðđɖɗħıɨłɫŋɲøɔŧƭƀɓƈȼɛəǝɇɠǥƙĸɍʉʋɏƴƶⱥς\u0649\u06cc\u06a9\u0629\u0671ßæœþ'
const plain = [
  ...Array.from('ddddhiillnnoottbbcceeeeggkkruvyyzaσ\u064a\u064a\u0643\u0647\u0627'),
  'ss',
  'ae',
  'oe',
  'th',
]

/**
 * The form of a text that it is searched in: 'sian' finds 'Siân', and "O'Brien" finds 'O’Brien'. As private.fold_text in the
 * database, which says what is removed.
 */
export const foldText = (text: string) =>
  text
    .normalize('NFKD')
    .toLowerCase()
    .replace(
      / ?[\u0300-\u036f\u0591-\u05bd\u05bf-\u05c7\u0610-\u061a\u064b-\u065f\u0670\ufe00-\ufe2f]|['`\u00ad\u00b7\u02b9-\u02cb\u055a\u05f3\u05f4\u0640\u200b-\u200f\u2018-\u201b\u202a-\u202e\u2032\u2035\u2060-\u2069\ua78b\ua78c\ufeff]/g,
      '',
    )
    .replace(/[\u05be\u2010-\u2015\u2212]/g, '-')
    .replace(RegExp(`[${letters}]`, 'g'), (letter) => plain[letters.indexOf(letter)] ?? '')
    .normalize('NFC')
