// Injected where the code says Buffer: a module of Node, in browsers the package of that name.
export { Buffer } from 'buffer';
