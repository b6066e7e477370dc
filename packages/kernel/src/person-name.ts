/** Control and format characters, line and paragraph separators: a name with them shows another one, or a second line. */
const unprintable = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Co}\p{Cs}\p{Cn}]/u

/** Whether a name is one line of characters that are seen. */
export const isPlainName = (name: string): boolean => !unprintable.test(name)

/** A name in the form in which it is compared: width of characters, case, spaces and punctuation make no other person. */
export const comparedName = (name: string): string =>
  name
    .normalize('NFKC')
    .toLowerCase()
    .replaceAll(/[\s\p{P}]/gu, '')
