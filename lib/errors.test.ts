import { expect, test } from 'vitest';
import { AppError } from './errors';

test('what the operator is told is never what the public is told, unless that is given', () => {
  const error = new AppError('internal', 'postgres://astrolabe:secret@db.example does not answer');
  expect(error.publicMessage).not.toContain('secret');
  expect(error.publicMessage).toBe('This is not available right now.');
  expect(new AppError('api_answer', 'for the log', { publicMessage: 'for all' }).publicMessage).toBe(
    'for all',
  );
});
