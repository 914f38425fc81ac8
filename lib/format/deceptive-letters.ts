/** Letters of other scripts and the Latin ones that they are drawn like, pairwise. */
const DRAWN_ALIKE = pairs(
  'АAВBЕEЅSІIЈJКKМMНHОOРPСCТTУYХXԌGԚQԜW аaеeѕsіiјjоoрpсcуyхxһhԁdԛqԝwӏl ' +
    'ΑAΒBΕEΖZΗHΙIΚKΜMΝNΟOΡPΤTΥYΧX οo ՕOօoՏSհh ᏟCᎪAᎬEᎻHᎫJᏦKᏞLᎷMᏢPᏚSᎢTᏃZ',
);
/** Letters that deceive only among Latin ones. */
const SIMILAR = pairs('кkмmнhтtгrпnвb αaνvρpιiκkυuχxτt ԲFսuոn');
const INVISIBLE_IN_WORD =
  /(?<=\p{L})[\u00ad\u200b-\u200d\u2060\ufeff]+|[\u00ad\u200b-\u200d\u2060\ufeff]+(?=\p{L})/gu;
/** Full-width letters, and the alphabets of mathematics. */
const STYLED = /[\uff21-\uff5a\u{1d400}-\u{1d7ff}]/gu;

/**
 * What a name reads as, if it only looks Latin: letters of other scripts among or instead of Latin ones, or invisible
 * characters within a word. Undefined for a plain name, in whatever script.
 */
export function readsAs(name: string): string | undefined {
  const isMixed = /\p{Script=Latin}/u.test(name);
  const visible = name.replace(INVISIBLE_IN_WORD, '').replace(STYLED, (letter) => letter.normalize('NFKC'));
  const latinOf = (letter: string) => DRAWN_ALIKE.get(letter) ?? (isMixed ? SIMILAR.get(letter) : undefined);
  const read = [...visible].map((letter) => latinOf(letter) ?? letter).join('');
  const isLatin = [...read.matchAll(/\p{L}/gu)].every(([letter]) => /\p{Script=Latin}/u.test(letter));
  return read !== name && isLatin ? read : undefined;
}

function pairs(text: string): ReadonlyMap<string, string> {
  const found = text.replaceAll(' ', '').matchAll(/(.)(.)/gu);
  return new Map([...found].map(([, other = '', latin = '']) => [other, latin]));
}
