/** Why a value was not decrypted, as a sentence in the language of the page. */
export class DecryptProblem extends Error {}
