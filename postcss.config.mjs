/** Tailwind 4 compiles app/globals.css. */
export default { plugins: { '@tailwindcss/postcss': {} } };
