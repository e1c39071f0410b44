// Breaks down before it takes a file.
throw new Error('Out of memory');
