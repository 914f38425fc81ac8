export { redirectLink as GET } from '@/app/default-chain';
