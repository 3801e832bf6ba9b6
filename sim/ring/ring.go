// Package ring is a double-ended queue of values in one array: no allocation for an
// element, and memory that follows the length. Queues of waiting work and lanes of
// coming events are such rings.
package ring

// Ring is the queue; the zero value is empty and ready.
type Ring[T any] struct {
	buf  []T // length is a power of two, or 0
	head int
	n    int
}

// smallest is the length of the first array; keepSmall the one below which a ring
// doesn't bother to shrink.
const (
	smallest  = 16
	keepSmall = 1024
)

// Len is the number of elements.
func (r *Ring[T]) Len() int { return r.n }

// At is the i-th element from the front; i must be in 0..Len-1.
func (r *Ring[T]) At(i int) *T { return &r.buf[(r.head+i)&(len(r.buf)-1)] }

// PushBack adds an element at the back.
func (r *Ring[T]) PushBack(v T) {
	if r.n == len(r.buf) {
		r.resize(max(smallest, 2*r.n))
	}
	r.buf[(r.head+r.n)&(len(r.buf)-1)] = v
	r.n++
}

// PopFront takes the first element; the ring must not be empty.
func (r *Ring[T]) PopFront() T {
	v := r.buf[r.head]
	r.head = (r.head + 1) & (len(r.buf) - 1)
	r.n--
	r.shrink()
	return v
}

// PopBack takes the last element; the ring must not be empty.
func (r *Ring[T]) PopBack() T {
	v := *r.At(r.n - 1)
	r.n--
	r.shrink()
	return v
}

// Remove takes out the i-th element from the front; those behind it move up.
func (r *Ring[T]) Remove(i int) T {
	v := *r.At(i)
	for ; i < r.n-1; i++ {
		*r.At(i) = *r.At(i + 1)
	}
	r.n--
	return v
}

func (r *Ring[T]) shrink() {
	if len(r.buf) > keepSmall && r.n < len(r.buf)/8 {
		r.resize(len(r.buf) / 4)
	}
}

func (r *Ring[T]) resize(size int) {
	buf := make([]T, size)
	for i := range r.n {
		buf[i] = *r.At(i)
	}
	r.buf, r.head = buf, 0
}
