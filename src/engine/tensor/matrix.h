// Views and owners of dense matrices. MatView is passed by value and never owns; Matrix owns
// 64-byte aligned rows-major memory, is move-only, and converts to its view.
#pragma once

#include <cstdint>
#include <memory>
#include <new>
#include <type_traits>
#include <utility>

namespace octavo::engine {

template <class T>
struct MatView {
  T* data = nullptr;
  int64_t rows = 0, cols = 0;
  int64_t stride = 0;  // elements from one row to the next, >= cols

  T* row(int64_t i) const { return data + i * stride; }
  T& at(int64_t i, int64_t j) const { return data[i * stride + j]; }
  MatView rows_from(int64_t first, int64_t count) const {
    return {row(first), count, cols, stride};
  }
  MatView cols_from(int64_t first, int64_t count) const {
    return {data + first, rows, count, stride};
  }
  operator MatView<const T>() const  // NOLINT: a mutable view is a const view
    requires(!std::is_const_v<T>)
  {
    return {data, rows, cols, stride};
  }
};

template <class T>
class Matrix {
  static_assert(std::is_trivially_copyable_v<T>);

 public:
  static constexpr size_t kAlignment = 64;

  Matrix() = default;
  // Uninitialised.
  Matrix(int64_t rows, int64_t cols) : rows_(rows), cols_(cols) {
    const size_t bytes = static_cast<size_t>(rows * cols) * sizeof(T);
    data_.reset(
        static_cast<T*>(::operator new(bytes > 0 ? bytes : 1, std::align_val_t(kAlignment))));
  }

  T* data() { return data_.get(); }
  const T* data() const { return data_.get(); }
  int64_t rows() const { return rows_; }
  int64_t cols() const { return cols_; }
  int64_t bytes() const { return rows_ * cols_ * static_cast<int64_t>(sizeof(T)); }
  T* row(int64_t i) { return data() + i * cols_; }
  const T* row(int64_t i) const { return data() + i * cols_; }
  MatView<T> view() { return {data(), rows_, cols_, cols_}; }
  MatView<const T> view() const { return {data(), rows_, cols_, cols_}; }
  operator MatView<T>() & { return view(); }             // NOLINT: an owner is its view
  operator MatView<const T>() const& { return view(); }  // NOLINT
  operator MatView<T>() && = delete;                     // a view of a temporary would dangle

 private:
  struct Free {
    void operator()(T* pointer) const { ::operator delete(pointer, std::align_val_t(kAlignment)); }
  };
  std::unique_ptr<T, Free> data_;
  int64_t rows_ = 0, cols_ = 0;
};

}  // namespace octavo::engine
