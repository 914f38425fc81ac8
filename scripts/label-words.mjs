/** `nonfungiblePositionManager` as "Nonfungible Position Manager". */
export function words(name) {
  const spaced = name
    .replace(/_/g, ' ')
    .replace(/([a-z0-9])([A-Z])/g, '$1 $2')
    .trim();
  return spaced.replace(/\S+/g, (word) =>
    /^[A-Z0-9]{2,}$/.test(word) && word.length < 5 ? word : word[0].toUpperCase() + word.slice(1),
  );
}
