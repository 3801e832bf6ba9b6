// Package ring is a double-ended queue of values in pages: no allocation for an
// element, no copying when it grows, and memory that follows the length. Queues of
// waiting work and lanes of coming events are such rings.
package ring

// Ring is the queue; the zero value is empty and ready.
type Ring[T any] struct {
	pages []*[page]T // those that hold elements, front to back
	spare *[page]T   // one that became empty, for the next that is needed
	head  int        // of the first element in pages[0]
	n     int
}

const page = 128

// Len is the number of elements.
func (r *Ring[T]) Len() int { return r.n }

// At is the i-th element from the front; i must be in 0..Len-1.
func (r *Ring[T]) At(i int) *T {
	i += r.head
	return &r.pages[uint(i)/page][uint(i)%page]
}

// PushBack adds an element at the back.
func (r *Ring[T]) PushBack(v T) {
	i := r.head + r.n
	if i == len(r.pages)*page {
		r.grow()
	}
	r.pages[uint(i)/page][uint(i)%page] = v
	r.n++
}

func (r *Ring[T]) grow() {
	p := r.spare
	if r.spare = nil; p == nil {
		p = new([page]T)
	}
	r.pages = append(r.pages, p)
}

// PopFront takes the first element; the ring must not be empty.
func (r *Ring[T]) PopFront() T {
	v := r.pages[0][r.head]
	r.n--
	if r.head++; r.head == page {
		r.spare = r.pages[0]
		// Moving the rest up keeps the list of pages from creeping through memory.
		r.pages = r.pages[:copy(r.pages, r.pages[1:])]
		r.head = 0
	}
	return v
}

// PopBack takes the last element; the ring must not be empty.
func (r *Ring[T]) PopBack() T {
	r.n--
	i := r.head + r.n
	last := r.pages[uint(i)/page]
	if i%page == 0 {
		r.spare = last
		r.pages = r.pages[:len(r.pages)-1]
		if r.n == 0 {
			r.head = 0
		}
	}
	return last[uint(i)%page]
}

// Remove takes out the i-th element from the front; the shorter side closes the gap.
func (r *Ring[T]) Remove(i int) T {
	v := *r.At(i)
	if i < r.n/2 {
		for ; i > 0; i-- {
			*r.At(i) = *r.At(i - 1)
		}
		r.PopFront()
		return v
	}
	for ; i < r.n-1; i++ {
		*r.At(i) = *r.At(i + 1)
	}
	r.PopBack()
	return v
}
